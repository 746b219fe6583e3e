/** A file of code, by its path from the project's root. */
export type SourceText = { path: string; text: string };

export const isTypeScript = ({ path }: { path: string }) => /\.tsx?$/.test(path);
export const isTest = ({ path }: { path: string }) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
/** Code that is delivered. */
export const isSource = (file: { path: string }) =>
  file.path.startsWith('src/') && isTypeScript(file) && !isTest(file);

/** Lines of a text; the line's end at its end begins no new one. */
export const linesOf = (text: string) => text.trimEnd().split('\n');
