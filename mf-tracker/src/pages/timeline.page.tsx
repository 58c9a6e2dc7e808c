export function TimelinePage() {
  return <h1>Your timeline</h1>;
}
