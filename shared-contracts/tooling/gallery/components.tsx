import '@stepwise/shared-contracts/design-system/design-system.css';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { ArticleSections } from '@stepwise/shared-contracts/design-system/article-sections';
import { BrandMark } from '@stepwise/shared-contracts/design-system/brand-mark';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { CheckboxChoices, RadioChoices } from '@stepwise/shared-contracts/design-system/choices';
import { CrisisContacts, CrisisList } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { ErrorSummary } from '@stepwise/shared-contracts/design-system/error-summary';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { Icon, type IconName } from '@stepwise/shared-contracts/design-system/icon';
import { AnchorButton, LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { PrintButton } from '@stepwise/shared-contracts/design-system/print-button';
import { Progress } from '@stepwise/shared-contracts/design-system/progress';
import { SectionHeading } from '@stepwise/shared-contracts/design-system/section-heading';
import { SelectField } from '@stepwise/shared-contracts/design-system/select-field';
import { Staircase } from '@stepwise/shared-contracts/design-system/staircase';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import {
  Cell,
  ColumnHeader,
  Row,
  RowHeader,
  Table,
  TableBody,
  TableHead,
} from '@stepwise/shared-contracts/design-system/table';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { BrowserRouter } from '@stepwise/shared-contracts/router';
import { type ComponentProps, Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const SLEEP = [
  { id: 1, text: 'Hard to fall asleep' },
  { id: 2, text: 'Woke too early' },
  { id: 3, text: 'No sleep at all', warningSign: true },
];
const CONTACTS = [
  { name: 'Police or ambulance', label: 'emergency', number: '000', tel: 'tel:000' },
  { name: 'Counselling', label: '24 hours a day', number: '131 114', tel: 'tel:131114' },
];
const STEPS = [
  { date: '2026-09-15', dose: 100 },
  { date: '2026-10-13', dose: 75 },
  { date: '2026-11-10', dose: 37, label: '37.5 mg' },
  { date: '2026-12-08', dose: 0 },
];
const MANY_STEPS = Array.from({ length: 13 }, (_, index) => ({
  date: `2026-${String(9 + Math.floor(index / 4)).padStart(2, '0')}-${String(1 + (index % 4) * 7).padStart(2, '0')}`,
  dose: 60 - index * 5,
}));

const ICONS = Object.keys({
  ...{ home: 0, plan: 0, helpers: 0, tick: 0, pencil: 0, minus: 0, plus: 0 },
  ...{ flag: 0, warning: 0, print: 0, phone: 0, mail: 0, external: 0, download: 0 },
} satisfies Record<IconName, 0>) as IconName[];

/** What a pointer or the keyboard may be on, in that state as well: the style sheet has it for what is inside. */
function Interactive({ children }: { children: (state: string) => ReactNode }) {
  return ['rest', 'hover', 'focus'].map((state) => (
    <div key={state} className="stack" data-state={state}>
      <h3>{STATES[state]}</h3>
      {children(state)}
    </div>
  ));
}
const STATES: Record<string, string> = {
  rest: 'At rest',
  hover: 'Under the pointer',
  focus: 'With the focus',
};

/** Every component of the design system, a section for each, in each of its states. */
const components: Record<string, () => ReactNode> = {
  Button: () => (
    <Interactive>
      {() =>
        (['filled', 'quiet', 'danger', 'link'] as const).map((variant) => (
          <Fragment key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} icon="pencil">
              {variant}, with an icon
            </Button>
            <Button variant={variant} busy>
              {variant}, busy
            </Button>
            <Pressed variant={variant} inactiveReason={`${variant}: choose an answer first.`}>
              {variant}, inactive and pressed
            </Pressed>
            <Button variant={variant} aria-pressed>
              {variant}, switched on
            </Button>
          </Fragment>
        ))
      }
    </Interactive>
  ),
  LinkButton: () => (
    <Interactive>
      {() => (
        <>
          <LinkButton to="/">Filled</LinkButton>
          <LinkButton to="/" variant="quiet" icon="plan">
            Quiet, with an icon
          </LinkButton>
          <AnchorButton href="tel:000" icon="phone" variant="danger">
            To a number
          </AnchorButton>
          <AnchorButton href="#" icon="external" variant="link" newWindow>
            To a new window
          </AnchorButton>
        </>
      )}
    </Interactive>
  ),
  PrintButton: () => (
    <>
      <PrintButton />
      <PrintButton variant="link" label="Print in words of its own" />
    </>
  ),
  ActionBar: () => (
    <ActionBar>
      <Button variant="quiet">Back</Button>
      <Button>Next</Button>
    </ActionBar>
  ),
  TextField: () => (
    <Interactive>
      {() => (
        <>
          <Written label="Empty" value="" />
          <Written label="With a hint" hint="Four digits, three digits, three digits" value="0355-500-011" />
          <Written label="With an error" error="Enter your email." value="" />
          <Written label="With both" hint="A hint." error="Enter a day." value="40 March" />
          <Written
            label="A long text"
            value="Longer than the field is wide, so that its beginning is shown only"
          />
          <Written label="A password" type="password" value="seven quiet lanterns" />
        </>
      )}
    </Interactive>
  ),
  SelectField: () => (
    <Interactive>
      {() => (
        <>
          <Selected label="Time of day" />
          <Selected label="With a hint" hint="On your own clock." />
        </>
      )}
    </Interactive>
  ),
  Choices: () => (
    <Interactive>
      {(state) => (
        <>
          <Chosen legend="One is chosen" hint="A hint." name={`one-${state}`} chosen={1} />
          <Chosen legend="With an error" error="Choose an answer." name={`other-${state}`} chosen={null} />
          <Ticked legend="None is ticked" ticked={[]} />
          <Ticked legend="Several are ticked" hint="Choose all that fit." ticked={[2, 3]} />
          <Ticked legend="With a hint and an error" hint="A hint." error="Choose one at least." ticked={[]} />
        </>
      )}
    </Interactive>
  ),
  ErrorSummary: () => (
    <>
      <ErrorSummary
        message="Please correct the items marked in red."
        problems={[{ fieldId: 'with-error', message: 'Enter your email.' }]}
      />
      <TextField
        id="with-error"
        label="Email"
        error="Enter your email."
        value=""
        readOnly
        onChange={() => {}}
      />
    </>
  ),
  Form: () => (
    <Form className="stack" onSubmit={(event) => event.preventDefault()}>
      <Written label="In a form" value="" />
      <Button type="submit">Save</Button>
    </Form>
  ),
  Notice: () =>
    (['info', 'warning'] as const).map((tone) => (
      <Fragment key={tone}>
        <Notice tone={tone}>
          <p>{tone}, without a title.</p>
        </Notice>
        <Notice tone={tone} title="With a title" announced>
          <p>{tone}, read out at once.</p>
        </Notice>
      </Fragment>
    )),
  CrisisContacts: () => (
    <>
      <CrisisContacts contacts={CONTACTS} title="If you need help now" announced />
      <CrisisList contacts={CONTACTS} />
    </>
  ),
  Status: () => (
    <>
      <Status text="" />
      <Status text="Saved" />
    </>
  ),
  Progress: () =>
    [0, 1, 8].map((value) => <Progress key={value} label={`Question ${value} of 8`} value={value} max={8} />),
  Card: () => (
    <Card>
      <p>A card without a heading.</p>
    </Card>
  ),
  SectionHeading: () => (
    <Card aria-labelledby="a-card">
      <SectionHeading id="a-card" text="A card, with a section heading">
        <Button variant="link">Change</Button>
      </SectionHeading>
      <p>What it holds.</p>
    </Card>
  ),
  Table: () => (
    <Table>
      <caption>With a caption</caption>
      <TableHead>
        <Row>
          <ColumnHeader>Dose</ColumnHeader>
          <ColumnHeader>From</ColumnHeader>
        </Row>
      </TableHead>
      <TableBody>
        {STEPS.map(({ dose, date, label = `${dose} mg` }) => (
          <Row key={date}>
            <RowHeader>{label}</RowHeader>
            <Cell>{date.split('-').reverse().join('/')}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  ),
  Staircase: () => (
    <>
      <Staircase steps={STEPS} />
      <Staircase steps={STEPS} today="2026-10-20" />
      <Staircase steps={STEPS} today="2026-12-20" />
      <Staircase steps={STEPS.slice(0, 1)} today="2026-09-15" />
      <Staircase steps={MANY_STEPS} today="2026-10-01" />
    </>
  ),
  ArticleSections: () => (
    <ArticleSections
      changed={['Another', 'A paragraph that changed.']}
      sections={[
        { heading: 'A part of a text', blocks: [{ paragraph: 'A paragraph.' }] },
        {
          heading: 'One that changed',
          blocks: [{ paragraph: 'A paragraph that changed.' }, { list: ['One thing', 'Another'] }],
        },
      ]}
    />
  ),
  BrandMark: () => (
    <>
      <BrandMark />
      <BrandMark size={64} />
    </>
  ),
  Icon: () => (
    <ul>
      {ICONS.map((name) => (
        <li key={name}>
          <Icon name={name} /> {name}
        </li>
      ))}
    </ul>
  ),
};

/** A press shows why nothing happens. */
function Pressed(props: ComponentProps<typeof Button>) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector('button')?.click(), []);
  return (
    <div ref={frame} className="stack">
      <Button {...props} />
    </div>
  );
}

type Given<P, K extends keyof P> = Omit<P, K | 'onChange' | 'onToggle'>;

function Written({ value, ...rest }: Given<ComponentProps<typeof TextField>, 'id'>) {
  const [text, setText] = useState(value);
  return <TextField {...rest} id={useId()} value={text} onChange={setText} />;
}

function Selected(rest: Given<ComponentProps<typeof SelectField>, 'id' | 'options' | 'value'>) {
  const [value, setValue] = useState('b');
  const options = [
    { value: 'a', text: 'Morning' },
    { value: 'b', text: 'Evening' },
  ];
  return <SelectField {...rest} id={useId()} options={options} value={value} onChange={setValue} />;
}

function Chosen({
  chosen,
  ...rest
}: Given<ComponentProps<typeof RadioChoices>, 'options' | 'value'> & { chosen: number | null }) {
  const [value, setValue] = useState(chosen);
  return <RadioChoices {...rest} options={SLEEP} value={value} onChange={setValue} />;
}

function Ticked({
  ticked,
  ...rest
}: Given<ComponentProps<typeof CheckboxChoices>, 'options' | 'values'> & { ticked: readonly number[] }) {
  const [values, setValues] = useState(ticked);
  const toggle = (id: number, isTicked: boolean) =>
    setValues(isTicked ? [...values, id] : values.filter((value) => value !== id));
  return <CheckboxChoices {...rest} options={SLEEP} values={values} onToggle={toggle} />;
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <BrowserRouter>
    <main className="page stack">
      <PageHeading>Components</PageHeading>
      {Object.entries(components).map(([name, Component]) => (
        <section key={name} className="stack" aria-labelledby={name}>
          <h2 id={name}>{name}</h2>
          <Component />
        </section>
      ))}
    </main>
  </BrowserRouter>,
);
