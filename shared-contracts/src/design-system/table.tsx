// biome-ignore-all lint/a11y/noRedundantRoles: see below
import type { ComponentProps } from 'react';

/*
 * The parts of a table with their roles written out. Where a narrow screen shows them as blocks, Firefox would drop the
 * rows and their headers and WebKit take those for headers of columns; written out, a table stays a table.
 */
export const Table = (props: ComponentProps<'table'>) => <table {...props} role="table" />;

export const TableHead = (props: ComponentProps<'thead'>) => <thead {...props} role="rowgroup" />;

export const TableBody = (props: ComponentProps<'tbody'>) => <tbody {...props} role="rowgroup" />;

export const Row = (props: ComponentProps<'tr'>) => <tr {...props} role="row" />;

export const ColumnHeader = (props: ComponentProps<'th'>) => (
  <th {...props} scope="col" role="columnheader" />
);

export const RowHeader = (props: ComponentProps<'th'>) => <th {...props} scope="row" role="rowheader" />;

export const Cell = (props: ComponentProps<'td'>) => <td {...props} role="cell" />;
