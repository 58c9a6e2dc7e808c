export function PlanPage() {
  return <h1>Your plan</h1>;
}
