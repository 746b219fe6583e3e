import { m } from '#i18n/messages.js';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

/** For families who pay by check: the contracts to print and mail (contracts.md §1). */
export function PrintableContracts() {
  const { periodGroup } = useWizard().school;
  if (periodGroup.printable_contracts.length === 0) return null;
  return (
    <Disclosure label={m.contract_printable()}>
      <ul className="grid gap-1">
        {periodGroup.printable_contracts.map((file) => (
          <li key={file.file_name}>
            <a
              href={`/storage/period-program-groups/${periodGroup.id}/${encodeURIComponent(file.file_name)}`}
              download
              className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
            >
              <Icon name="file" />
              {file.name}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
