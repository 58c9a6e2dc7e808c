import { appendFileSync } from 'node:fs';

/** Writes a line for each project that has ended: its name, seconds, and tests with their outcome. */
// biome-ignore lint/style/noDefaultExport: jest asks for one
export default class {
  constructor(_global, { output }) {
    this.output = output;
  }

  onTestResult({ context }, { testResults, perfStats }) {
    const results = testResults.map(({ ancestorTitles, title, status }) => ({
      titles: [...ancestorTitles, title],
      outcome: status,
    }));
    const line = {
      id: context.config.displayName.name,
      seconds: Math.round(perfStats.runtime / 1000),
      results,
    };
    appendFileSync(this.output, `${JSON.stringify(line)}\n`);
  }
}
