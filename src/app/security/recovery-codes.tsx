import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { brand } from '#app/company/brand.ts';
import { useAskBeforeLeaving } from '#app/forms/use-ask-before-leaving.ts';
import { mayLeave } from '#app/shell/unsaved-changes.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { downloadFile } from '#app/ui/download-file.ts';
import { useToast } from '#app/ui/toast.tsx';

const titleOf = () => m.account_recovery_file_title({ company: brand.short_name });
const textOf = (codes: readonly string[]) => [titleOf(), '', ...codes, ''].join('\r\n');

const download = (codes: readonly string[]): void =>
  downloadFile({ name: 'recovery-codes.txt', type: 'text/plain', content: textOf(codes) });

function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ol className="figures mb-5 grid max-w-form grid-cols-1 gap-x-8 gap-y-1 text-lg sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code} className="font-bold whitespace-nowrap">
          {code}
        </li>
      ))}
    </ol>
  );
}

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const say = useToast();
  const [isKept, setKept] = useState(false);
  useAskBeforeLeaving(!isKept, m.account_recovery_unkept());
  const keepBy = (way: () => void) => {
    way();
    setKept(true);
  };
  const copy = () =>
    navigator.clipboard.writeText(textOf(codes)).then(
      () => keepBy(() => say(m.account_recovery_copied())),
      () => say(m.account_recovery_copy_failed()),
    );
  const leave = async () => {
    if (await mayLeave()) onDone();
  };
  return (
    <Card title={m.account_recovery_title()}>
      <p className="mb-4 max-w-form">{m.account_recovery_text()}</p>
      <p className="mb-4 hidden print:block">{titleOf()}</p>
      <CodeList codes={codes} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button look="secondary" icon="copy" onClick={() => void copy()}>
          {m.account_recovery_copy()}
        </Button>
        <Button look="secondary" icon="file" onClick={() => keepBy(() => download(codes))}>
          {m.account_recovery_download()}
        </Button>
        <Button look="secondary" icon="print" onClick={() => keepBy(() => window.print())}>
          {m.account_recovery_print()}
        </Button>
        <Button onClick={() => void leave()}>{m.account_recovery_done()}</Button>
      </div>
    </Card>
  );
}
