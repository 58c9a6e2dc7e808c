export function SurveyPage() {
  return <h1>Survey</h1>;
}
