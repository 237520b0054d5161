/** What is to stand on paper, from top to bottom; whoever prints it decides how it looks. */
export type PrintedDocument = {
  title: string;
  /** Who writes: name first, then address, tax number and the like. */
  from: string[];
  blocks: Block[];
  /** Stands at the foot of each page, beside its number. */
  footer: string;
  /** What the file says of itself. */
  writtenAt: Date;
};

export type Block =
  | { kind: 'columns'; columns: { title: string; lines: string[] }[] }
  | { kind: 'heading'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'table'; columns: TableColumn[]; rows: TableRow[] };

/** `share` of the page's width, in hundredths. Headings may be empty. */
export type TableColumn = { heading: string; share: number; align: 'start' | 'end' };
/** `head` begins a group, `sum` ends one. */
export type TableRow = { look: 'plain' | 'head' | 'sum'; cells: string[] };
