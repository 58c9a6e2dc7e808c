import type { CDPSession, Page } from '@playwright/test';

interface AxValue {
  value?: unknown;
}

/** The part of Chromium's accessibility node that is read out. */
interface AxNode {
  nodeId: string;
  ignored: boolean;
  backendDOMNodeId?: number;
  role?: AxValue;
  name?: AxValue;
  description?: AxValue;
  value?: AxValue;
  properties?: { name: string; value: AxValue }[];
  childIds?: string[];
}

/** Roles that say nothing of themselves. */
const SILENT = new Set([
  'none',
  'generic',
  'InlineTextBox',
  'LineBreak',
  'paragraph',
  'Legend',
  'ListMarker',
  'RootWebArea',
  'Section',
  'strong',
  'emphasis',
  'rowgroup',
  'DescriptionList',
]);
/** Roles whose name is all that is in them. */
const WHOLE = new Set([
  'link',
  'button',
  'heading',
  'StaticText',
  'checkbox',
  'radio',
  'textbox',
  'image',
  'slider',
]);
/** What says something only by what is in it. */
const EMPTY_WITHOUT_CONTENT = new Set(['status', 'alert', 'list']);
/** What is read as one text, where there is nothing else in it. */
const TEXT = new Set(['paragraph', 'cell', 'columnheader', 'rowheader', 'caption', 'DescriptionListTerm']);
/** Of the running text of a paragraph. */
const INLINE = new Set(['StaticText', 'InlineTextBox', 'strong', 'emphasis', 'generic', 'none', 'LineBreak']);
const WORDS: Readonly<Record<string, string>> = {
  DescriptionListTerm: 'term',
  DescriptionListDetail: 'definition',
  LayoutTable: 'layout table',
};
/** States whose absence is read out as well, for the roles that have them. */
const STATES: Readonly<Record<string, (value: unknown) => string>> = {
  level: (value) => `level ${value}`,
  checked: (value) => (value === 'true' ? 'checked' : 'not checked'),
  pressed: (value) => (value === 'true' ? 'pressed' : 'not pressed'),
  expanded: (value) => (value ? 'expanded' : 'collapsed'),
  selected: (value) => (value ? 'selected' : ''),
  required: (value) => (value ? 'required' : ''),
  invalid: (value) => (value === 'true' ? 'invalid' : ''),
  disabled: (value) => (value ? 'unavailable' : ''),
  busy: (value) => (value ? 'busy' : ''),
  modal: (value) => (value ? 'modal' : ''),
};

const textOf = ({ value }: AxValue = {}): string =>
  String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** What a screen reader says of one node: role, name, state, value and description. */
function lineOf(node: AxNode): string {
  const role = textOf(node.role);
  const name = textOf(node.name);
  if (role === 'StaticText') return name;
  const properties = node.properties ?? [];
  const states =
    role === 'listitem'
      ? []
      : properties.map((property) => STATES[property.name]?.(property.value.value) ?? '');
  const value = textOf(node.value);
  const description = textOf(node.description);
  return [WORDS[role] ?? role, name, ...states, value, description].filter(Boolean).join(', ');
}

/** Every node; a slider's value is in its words, which Chromium's protocol leaves out. */
async function nodesOf(session: CDPSession): Promise<AxNode[]> {
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  for (const node of nodes) {
    if (textOf(node.role) !== 'slider' || node.backendDOMNodeId === undefined) continue;
    const { node: element } = await session.send('DOM.describeNode', {
      backendNodeId: node.backendDOMNodeId,
    });
    const { attributes = [] } = element;
    const index = attributes.indexOf('aria-valuetext');
    if (index >= 0) node.value = { value: attributes[index + 1] };
  }
  return nodes;
}

/** The page's main part, or the dialog over it, as a screen reader reads them, a line for each thing, inset in what holds it. */
export async function readMain(session: CDPSession): Promise<string[]> {
  const nodes = await nodesOf(session);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const partsOf = ({ childIds = [] }: AxNode) => childIds.flatMap((id) => byId.get(id) ?? []);
  /** The text in it, where there is nothing else. */
  const runningText = (node: AxNode): string | undefined => {
    if (textOf(node.role) === 'StaticText') return String(node.name?.value ?? '');
    const texts = partsOf(node).map((part) =>
      part.ignored || INLINE.has(textOf(part.role)) ? runningText(part) : undefined,
    );
    return texts.includes(undefined)
      ? undefined
      : texts
          .filter(Boolean)
          .join(' ')
          .replace(/ ([.,:;])/g, '$1');
  };
  const read = (node: AxNode, isInLabel = false): string[] => {
    const role = textOf(node.role);
    // A label's text is the name of its control, which is read.
    if (isInLabel && role === 'StaticText') return [];
    const readParts = () => partsOf(node).flatMap((part) => read(part, isInLabel || role === 'LabelText'));
    const text = TEXT.has(role) ? textOf({ value: runningText(node) }) : '';
    if (text) return [role === 'paragraph' ? text : `${WORDS[role] ?? role}, ${text}`];
    const within = !node.ignored && WHOLE.has(role) && textOf(node.name) ? [] : readParts();
    if (node.ignored || SILENT.has(role)) return within;
    if (within.length === 0 && EMPTY_WITHOUT_CONTENT.has(role)) return [];
    const isPlainRow =
      role === 'row' && within.every((each) => /^(cell|columnheader|rowheader), /.test(each));
    if (isPlainRow) return [`row: ${within.join(' | ')}`];
    const line = lineOf(node);
    return line ? [line, ...within.map((each) => `  ${each}`)] : within;
  };
  const ofRoles = (...roles: string[]) =>
    nodes.filter((node) => !node.ignored && roles.includes(textOf(node.role)));
  const dialogs = ofRoles('dialog', 'alertdialog');
  return (dialogs.length > 0 ? dialogs : ofRoles('main')).flatMap((node) => read(node));
}

/** What has the focus, as it is read out when it gets it. */
export async function readFocus(session: CDPSession): Promise<string> {
  const nodes = await nodesOf(session);
  const focused = nodes.findLast(({ properties }) =>
    properties?.some(({ name, value }) => name === 'focused' && value.value),
  );
  return focused ? lineOf(focused) : 'nothing';
}

declare global {
  interface Window {
    announced?: string[];
  }
}

/** Keeps what live regions say, in order. Runs in the page before its own scripts. */
export function keepAnnouncements(): void {
  const announced: string[] = [];
  window.announced = announced;
  const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="alert"], [role="status"]';
  new MutationObserver((changes) => {
    const regions = new Set<HTMLElement>();
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest<HTMLElement>(LIVE);
      if (region) regions.add(region);
      // An alert is read out as it appears, other regions only as they change.
      for (const added of addedNodes)
        if (added instanceof HTMLElement)
          for (const alert of [added, ...added.querySelectorAll<HTMLElement>('*')])
            if (alert.matches('[role="alert"]')) regions.add(alert);
    }
    for (const region of regions) {
      // biome-ignore lint/performance/useDomNodeTextContent: it keeps the words of blocks apart
      const text = region.innerText.replace(/\s+/g, ' ').trim();
      if (region.isConnected && text) announced.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

export const takeAnnouncements = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.announced?.splice(0) ?? []);
