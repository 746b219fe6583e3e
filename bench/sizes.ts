/**
 * How large the code base is and how easily it is read, as one Markdown table.
 *   npm run bench:sizes                               the files as they are now
 *   npm run bench:sizes -- --rev v1                   a commit, read from git without a checkout
 *   npm run bench:sizes -- --rev v1 --rev HEAD        commits side by side
 *   npm run bench:sizes -- --leave-out src/app/       leave out these paths, not the generated ones
 */
import { PRONOUNS } from './sizes/prose-rows.ts';
import { LAYOUT } from './sizes/layout.ts';
import { GENERATED, readCommitTree, readWorkingFolder } from './sizes/read-tree.ts';
import { rowsOf } from './sizes/rows.ts';
import { tableOf } from './sizes/table.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const HOW_COUNTED = `
- Source is ts and tsx below src that is not a test; tests are \`*.test.ts(x)\` and everything below tests.
  Rows are about source unless they say otherwise.
- A code line is a line that is not blank. oxfmt lays out all trees at width ${LAYOUT.printWidth}.
- A comment line has a comment and nothing else; they are counted per 100 code lines.
- Functions: declared, methods of classes, and functions assigned to names.
- One importer: imports by source count, those of types too; imports by tests do not.
- Reached: all that a file imports by any way, types counted; tests are not.
- Columns: names of more than one word in the newest snapshot of src/db/migrations. A file names a column
  where it has \`user_agent\` or \`userAgent\` outside comments. Only the row "with src/db" counts files
  below src/db.
- A file mixes spellings where it has one name in both. A property pair is \`user_agent: userAgent\` or
  \`user_agent: call.userAgent\`.
- Pronouns: ${[...PRONOUNS].join(', ')}; code and the addresses of links are no words. Documents are
  README.md and docs without decisions and licenses.
- Commits: merges and package-lock.json are not counted. Lines are those added and deleted, in commits that
  have any.`;

const { values: flags } = parseOptions({
  options: {
    rev: { type: 'string', multiple: true, default: [] },
    'leave-out': { type: 'string', multiple: true, default: GENERATED },
  },
});

const leftOut = flags['leave-out'];
const trees =
  flags.rev.length === 0
    ? [readWorkingFolder(leftOut)]
    : flags.rev.map((rev) => readCommitTree(rev, leftOut));
const columns = [];
for (const tree of trees) columns.push({ name: tree.name, rows: await rowsOf(tree) });
console.log(`${tableOf(columns)}\n\nLeft out: ${leftOut.join(', ')}\n${HOW_COUNTED}`);
