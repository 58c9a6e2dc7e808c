import '@stepwise/shared-contracts/design-system/design-system.css';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { ArticleSections } from '@stepwise/shared-contracts/design-system/article-sections';
import { BrandMark } from '@stepwise/shared-contracts/design-system/brand-mark';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { CheckboxChoices, RadioChoices } from '@stepwise/shared-contracts/design-system/choices';
import { CrisisContacts } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { ErrorSummary } from '@stepwise/shared-contracts/design-system/error-summary';
import { Form } from '@stepwise/shared-contracts/design-system/form';
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
import { type ReactNode, useId, useState } from 'react';
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

/** Every component of the design system, a section for each, in each of its states. */
const components: Record<string, () => ReactNode> = {
  Button: () => (
    <>
      <Button>Next</Button>
      <Button variant="quiet" icon="print">
        Quiet, with an icon
      </Button>
      <Button variant="danger">Remove</Button>
      <Button variant="link">As a link</Button>
      <Button busy>Saving…</Button>
      <Button inactiveReason="Choose an answer first.">Not yet: press it</Button>
    </>
  ),
  LinkButton: () => (
    <>
      <LinkButton to="/">Go</LinkButton>
      <LinkButton to="/" variant="quiet">
        Quiet
      </LinkButton>
      <AnchorButton href="#" icon="download" variant="quiet">
        To another place
      </AnchorButton>
      <PrintButton />
    </>
  ),
  ActionBar: () => (
    <ActionBar>
      <Button variant="quiet">Back</Button>
      <Button>Next</Button>
    </ActionBar>
  ),
  TextField: Fields,
  SelectField: () => <Selected />,
  RadioChoices: () => <Chosen />,
  CheckboxChoices: () => <Ticked />,
  ErrorSummary: () => (
    <ErrorSummary
      message="Please correct the items marked in red."
      problems={[{ fieldId: 'with-error', message: 'Enter your email.' }]}
    />
  ),
  Form: () => (
    <Form className="stack" onSubmit={(event) => event.preventDefault()}>
      <Written label="In a form" value="" />
      <Button type="submit">Save</Button>
    </Form>
  ),
  Notice: () => (
    <>
      <Notice>
        <p>Information.</p>
      </Notice>
      <Notice title="With a title">
        <p>Information.</p>
      </Notice>
      <Notice tone="warning" title="A warning.">
        <p>Do not stop suddenly.</p>
      </Notice>
    </>
  ),
  CrisisContacts: () => <CrisisContacts contacts={CONTACTS} title="If you need help now" />,
  Status: () => <Status text="Saved" />,
  Progress: () => (
    <>
      <Progress label="Question 1 of 8" value={1} max={8} />
      <Progress label="Question 8 of 8" value={8} max={8} />
    </>
  ),
  Card: () => (
    <Card aria-labelledby="a-card">
      <SectionHeading id="a-card" text="A card, with a section heading">
        <Button variant="link">Change</Button>
      </SectionHeading>
      <p>What it holds.</p>
    </Card>
  ),
  Table: () => (
    <Table>
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
  Staircase: () => <Staircase steps={STEPS} today="2026-10-20" />,
  ArticleSections: () => (
    <ArticleSections
      changed={['Another']}
      sections={[
        { heading: 'A part of a text', blocks: [{ paragraph: 'A paragraph.' }] },
        { heading: 'One that changed', blocks: [{ list: ['One thing', 'Another'] }] },
      ]}
    />
  ),
  BrandMark: () => <BrandMark />,
};

function Written({ label, value, ...rest }: { label: string; value: string; hint?: string; error?: string }) {
  const id = useId();
  const [text, setText] = useState(value);
  return (
    <TextField id={rest.error ? 'with-error' : id} label={label} value={text} onChange={setText} {...rest} />
  );
}

function Fields() {
  return (
    <>
      <Written label="Empty" value="" />
      <Written label="With a hint" hint="Four digits, three digits, three digits" value="0355-500-011" />
      <Written label="Email" error="Enter your email." value="" />
    </>
  );
}

function Selected() {
  const [value, setValue] = useState('b');
  const options = [
    { value: 'a', text: 'Morning' },
    { value: 'b', text: 'Evening' },
  ];
  return <SelectField id="time" label="Time of day" options={options} value={value} onChange={setValue} />;
}

function Chosen() {
  const [value, setValue] = useState<number | null>(1);
  const common = { options: SLEEP, value, onChange: setValue };
  return (
    <>
      <RadioChoices legend="One is chosen" hint="A hint." name="one" {...common} />
      <RadioChoices legend="With an error" error="Choose an answer." name="other" {...common} value={null} />
    </>
  );
}

function Ticked() {
  const [values, setValues] = useState<readonly number[]>([2]);
  return (
    <CheckboxChoices
      legend="Several may be ticked"
      options={SLEEP}
      values={values}
      onToggle={(id, ticked) => setValues(ticked ? [...values, id] : values.filter((value) => value !== id))}
    />
  );
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
