import { expect, test } from '@jest/globals';
import markUnusedComponents from './unused-components-loader.ts';

test('a component’s making is marked as pure and its display name goes', () => {
  const source = `var Link = React10.forwardRef(
  function LinkWithRef() {}
);
Link.displayName = "Link";
var Context = React.createContext(null);
let history = createHistory();
`;
  expect(markUnusedComponents(source)).toBe(`var Link = /* @__PURE__ */ React10.forwardRef(
  function LinkWithRef() {}
);

var Context = /* @__PURE__ */ React.createContext(null);
let history = createHistory();
`);
});
