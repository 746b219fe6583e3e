import { classNames } from '#app/ui/class-names.ts';
import { richTextClass } from '#app/ui/rich-text-class.ts';

/** Text that staff wrote. The server has cleaned its HTML before it was stored. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={classNames(richTextClass, className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
