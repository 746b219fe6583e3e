import { classNames } from '../ui/class-names.ts';

const look =
  'max-w-read [&_a]:underline [&_h2]:mt-4 [&_h2]:text-lg [&_h2]:font-bold [&_h3]:mt-4 [&_h3]:font-bold [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-3 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-6 [&>:first-child]:mt-0';

/** Text that staff wrote. The server has cleaned its HTML before it was stored. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={classNames(look, className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
