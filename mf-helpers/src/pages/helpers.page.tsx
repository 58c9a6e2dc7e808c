export function HelpersPage() {
  return <h1>Helpers</h1>;
}
