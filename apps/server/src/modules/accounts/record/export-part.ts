/** What another module knows of an account: a list, read piece by piece, under its own name in the file. */
export type ExportPart = {
  name: string;
  items: (owner: { accountId: string; userId: string }) => AsyncIterable<unknown>;
};
