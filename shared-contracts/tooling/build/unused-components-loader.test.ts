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

test('a class is made in one call, with its context', () => {
  const source = `var Boundary = class extends React2.Component {
  render() {
    return null;
  }
};
Boundary.contextType = Context;
var Other = class extends React2.Component {
};
Elsewhere.contextType = Context;
`;
  expect(
    markUnusedComponents(source),
  ).toBe(`var Boundary = /* @__PURE__ */ (() => Object.assign(class extends React2.Component {
  render() {
    return null;
  }
}, { contextType: Context }))();
var Other = /* @__PURE__ */ (() => Object.assign(class extends React2.Component {
}, {}))();
Elsewhere.contextType = Context;
`);
});
