import { TestEnvironment } from 'jest-environment-jsdom';

const OF_THE_PLATFORM = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Headers',
  'Request',
  'Response',
  'structuredClone',
  'BroadcastChannel',
];

/** jsdom with what every browser has and jsdom leaves out: the router and the API client need it. */
// biome-ignore lint/style/noDefaultExport: jest asks for one
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of OF_THE_PLATFORM) this.global[name] ??= globalThis[name];
    // axe asks for one; jsdom has none and says so at length.
    this.global.HTMLCanvasElement.prototype.getContext = () => null;
    this.global.HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    this.global.HTMLDialogElement.prototype.close = function () {
      this.open = false;
    };
  }
}
