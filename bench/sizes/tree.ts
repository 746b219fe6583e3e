/** A file of code, by its path from the project's root. */
export type SourceText = { path: string; text: string };

/** What a commit changed: its lines are those added and those deleted. */
export type Commit = { subject: string; hasBody: boolean; files: number; lines: number };

/** All that is measured of one commit, or of the working folder. */
export type Tree = {
  name: string;
  files: SourceText[];
  /** names of the database's columns, each once */
  columns: string[];
  commits: Commit[];
};

export const isTypeScript = ({ path }: { path: string }) => /\.tsx?$/.test(path);
export const isTest = ({ path }: { path: string }) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
/** Code that is delivered; most rows are about it. */
export const isSource = (file: { path: string }) =>
  file.path.startsWith('src/') && isTypeScript(file) && !isTest(file);
