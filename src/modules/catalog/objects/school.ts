import { isReservedPath } from '#kit/pages/reserved-paths.ts';
import { isLineColor, OTHER_LINE } from '#kit/text/line-color.ts';
import { ofType } from '#kit/rules/field-types.ts';
import * as f from '#kit/rules/object-fields.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { catalogRules } from './catalog-rules.ts';
import { catalogObject } from './object.ts';
import { program } from './program.ts';

const DRAWING = /^content(\/[\w-]+)*\/[\w-]+\.(svg|png|jpe?g|webp)$/i;
const PATH = /^[a-z0-9][a-z0-9_-]*$/i;

export const school = catalogObject({
  kind: 'program_group',
  key: { field: 'path', ignoresCase: true, missing: catalogRules.no_group },
  fields: {
    path: f
      .text(100)
      .refine((path) => PATH.test(path), { params: objectRules.path(), abort: true })
      .refine((path) => !isReservedPath(path), { params: catalogRules.path_reserved() }),
    text: f.text(),
    division: f.text(),
    is_active: f.flag(),
    routes_email: f.orNone(f.email()),
    // What a file leaves out of these stays unchanged: files of before know none of them (SE3.10).
    line_color: f.text().refine(isLineColor, { params: catalogRules.line_color() }).optional(),
    is_on_home_page: f.flag().optional(),
    drawing_file: f.orUnchanged(
      ofType(
        { takes: 'file', holds: 'picture' },
        f.text().refine((name) => DRAWING.test(name), { params: catalogRules.drawing() }),
      ),
    ),
    /** paths that the school has had; one that is taken back leads nowhere */
    old_paths: f.texts(),
  },
  leftOut: { line_color: OTHER_LINE, is_on_home_page: true, drawing_file: null, old_paths: [] },
  file: 'drawing_file',
  refersTo: { division: 'division' },
  lists: { programs: program },
});

/** A contract to print, of a school in a period. */
export const printable = catalogObject({
  kind: 'printable',
  key: { field: 'file_name' },
  fields: {
    name: f.text(),
    file_name: f.pdfName('school-2027.pdf'),
    is_active: f.flag().default(true),
  },
  leftOut: { is_active: true },
  file: 'file_name',
});
