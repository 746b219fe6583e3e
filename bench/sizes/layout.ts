import type { SourceText } from '../../scripts/ladder/source-text.ts';
import { format } from 'oxfmt';
import settings from '../../.oxfmtrc.json' with { type: 'json' };

const { printWidth, singleQuote } = settings;

/** Our formatter's settings; every commit is measured with these, whatever its own were. */
export const LAYOUT = { printWidth, singleQuote };

/** @throws Error when a file cannot be laid out */
export async function layOut(files: SourceText[]): Promise<SourceText[]> {
  return Promise.all(
    files.map(async ({ path, text }) => {
      const { code, errors } = await format(path, text, LAYOUT);
      if (errors.length > 0) throw new Error(`${path} cannot be laid out: ${errors[0]?.message}`);
      return { path, text: code };
    }),
  );
}
