/** `@jest/globals` for files that run in Node: those of the file that runs now. */
const current = () => globalThis[Symbol.for('jest globals in node')];
const forward = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _self, given) => current()[name](...given),
    get: (_target, key) => current()[name][key],
  });

export const afterAll = forward('afterAll');
export const afterEach = forward('afterEach');
export const beforeAll = forward('beforeAll');
export const beforeEach = forward('beforeEach');
export const describe = forward('describe');
export const expect = forward('expect');
export const jest = forward('jest');
export const test = forward('test');
