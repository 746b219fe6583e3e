import { useMemo } from 'react';
import { trustedHtml } from './trusted-html.ts';
import { classNames } from './class-names.ts';

export const richTextClass = [
  'max-w-read [&>:first-child]:mt-0 [&_a]:underline [&_p]:mt-3',
  '[&_h2]:mt-4 [&_h2]:text-lg [&_h2]:font-bold [&_h3]:mt-4 [&_h3]:font-bold [&_h4]:mt-3 [&_h4]:font-semibold',
  '[&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-6',
  '[&_hr]:my-4 [&_hr]:border-hair',
  '[&_blockquote]:mt-3 [&_blockquote]:border-l-4 [&_blockquote]:border-hair [&_blockquote]:pl-4',
  '[&_table]:mt-3 [&_td]:border-b [&_td]:border-hair [&_td]:py-1.5 [&_td]:pr-6 [&_td]:align-top',
  '[&_th]:border-b-2 [&_th]:border-hair [&_th]:py-1.5 [&_th]:pr-6 [&_th]:text-left',
].join(' ');

/** A text by staff; the server cleans the HTML before storing. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const trusted = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  return <div className={classNames(richTextClass, className)} dangerouslySetInnerHTML={trusted} />;
}
