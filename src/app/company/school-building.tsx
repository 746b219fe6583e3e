import { trustedHtml } from '#app/ui/trusted-html.ts';
import { lineOf } from './company.ts';

const drawings = import.meta.glob<string>('#company/drawings/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const shapes = new Map(
  Object.entries(drawings).map(([file, svg]) => [
    file.replace(/^.*\/|\.svg$/g, ''),
    trustedHtml(svg.replaceAll(/^[^]*?<svg[^>]*>|<\/svg>\s*$/g, '')),
  ]),
);

const NOTHING = trustedHtml('');

export function SchoolBuilding({ path, className }: { path: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 120 90"
      aria-hidden="true"
      className={className}
      dangerouslySetInnerHTML={{ __html: shapes.get(lineOf(path)) ?? NOTHING }}
    />
  );
}
