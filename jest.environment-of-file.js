import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import BrowserEnvironment from './jest.environment.js';

/** jsdom for components, Node for all else; the docblock of a file says otherwise. */
// biome-ignore lint/style/noDefaultExport: jest asks for one
export default function EnvironmentOfFile(config, context) {
  return new (context.testPath.endsWith('.tsx') ? BrowserEnvironment : NodeEnvironment)(config, context);
}
