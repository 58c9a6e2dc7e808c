export function ConsentPage() {
  return <h1>Consent</h1>;
}
