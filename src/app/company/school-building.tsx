import { trustedHtml } from '#app/ui/trusted-html.ts';
import { addressOf } from './route-map.ts';

const drawings = import.meta.glob<string>('#company/drawings/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const bodyOf = (svg: string) => svg.replaceAll(/^[^]*?<svg[^>]*>|<\/svg>\s*$/g, '');

const pathOf = (file: string) => file.replace(/^.*\/|\.svg$/g, '');

/** A building like any other: of a school without a drawing. */
const OTHER =
  '<path d="M0 90c20-14 44-20 62-20s40 6 58 20z" fill="var(--line)" opacity="0.25"/>' +
  '<path d="M20 84V44h80v40z" fill="var(--color-card)" stroke="var(--line)" stroke-width="3"/>' +
  '<path d="M14 44L60 18l46 26z" fill="var(--line)"/>' +
  '<path d="M30 54h10v12H30zM80 54h10v12H80zM53 60h14v24H53z" fill="var(--line)"/>';

const symbols = trustedHtml(
  [['other', OTHER], ...Object.entries(drawings)]
    .map(([file, svg]) => [pathOf(file!), bodyOf(svg!)])
    .map(([path, shape]) => `<symbol id="building-${path}" viewBox="0 0 120 90">${shape}</symbol>`)
    .join(''),
);

const paths = Object.keys(drawings).map(pathOf);

/** The drawings of the brand folder, once in a page that shows buildings. */
export function Buildings() {
  return (
    <svg
      width="0"
      height="0"
      aria-hidden="true"
      className="absolute"
      dangerouslySetInnerHTML={{ __html: symbols }}
    />
  );
}

/**
 * The brand folder's building of a school, in the color of its line. A page has `Buildings` too.
 * @param building  the path in small letters, `other`, or a mark of the build
 */
export function DrawnBuilding({ building, className }: { building: string; className?: string }) {
  return (
    <svg viewBox="0 0 120 90" aria-hidden="true" className={className}>
      <use href={`#building-${building}`} />
    </svg>
  );
}

/**
 * The school's own picture. Lazy, because React would name any other picture in the head of a page too,
 * outside the pattern that the server repeats for each school.
 */
export function PictureOfSchool({ file, className }: { file: string; className?: string }) {
  return <img src={addressOf(file)} alt="" loading="lazy" className={className} />;
}

type SchoolBuildingProps = { path: string; drawing_file: string | null; className?: string };

export function SchoolBuilding({ path, drawing_file, className }: SchoolBuildingProps) {
  const folded = path.toLowerCase();
  if (drawing_file) return <PictureOfSchool file={drawing_file} className={className} />;
  return (
    <>
      <Buildings />
      <DrawnBuilding building={paths.includes(folded) ? folded : 'other'} className={className} />
    </>
  );
}
