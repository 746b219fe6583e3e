import { useMutation } from '@tanstack/react-query';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { parseUsDate } from '#kit/plain-date.ts';
import { usDate } from '#kit/rules/fields.ts';
import { uploadScan, type Scan } from '#modules/orders/paper/paper.contract.ts';
import { SCAN_BYTES_MAX } from '#modules/orders/paper/scan-rules.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { FormCheckbox, FormDate, FormText } from '#app/forms/fields.tsx';
import { FileField } from '#app/ui/fields/file-field.tsx';

/** The paper as staff have it at hand (OF3.8). */
export const paperShape = z.object({
  scan_id: z.string().min(1, { error: () => m.server_scan_missing() }),
  signed_on: usDate(),
  names_surge: z.boolean(),
  surge_page: z.string(),
});

export const NO_PAPER = { scan_id: '', signed_on: '', names_surge: false, surge_page: '1' };

export const paperOf = ({ scan_id, signed_on, names_surge, surge_page }: z.output<typeof paperShape>) => ({
  scan_id: Number(scan_id),
  signed_on: parseUsDate(signed_on)!,
  surge_page: names_surge ? Number(surge_page) : null,
});

/** Sends a chosen scan at once; the order names the scan. */
function useScan() {
  const { setValue, setError, clearErrors } = useFormContext();
  const refuse = (message: string) => setError('scan_id', { type: 'server', message });
  const upload = useMutation({
    mutationFn: async (file: File): Promise<Scan> => {
      const body = new FormData();
      body.append('file', file, file.name);
      return callForOne(uploadScan, { body });
    },
    onSuccess: ({ id }) => {
      clearErrors('scan_id');
      setValue('scan_id', String(id), { shouldDirty: true });
    },
    onError: (error) => refuse(sentencesOf(error).join(' ')),
  });
  function choose(file: File | undefined): void {
    if (!file || upload.isPending) return;
    setValue('scan_id', '', { shouldDirty: true });
    if (file.size > SCAN_BYTES_MAX) return refuse(m.server_scan_refused());
    upload.mutate(file);
  }
  return { choose, upload };
}

function ScanField() {
  const { control } = useFormContext();
  const { choose, upload } = useScan();
  const {
    field: { ref },
    fieldState: { error },
  } = useController({ name: 'scan_id', control });
  const { isPending, isSuccess, variables, data } = upload;
  const file = variables?.name ?? '';
  return (
    <div className="grid gap-2">
      <FileField
        name="scan_id"
        label={m.office_paper_scan()}
        note={m.office_paper_scan_note()}
        required
        ref={ref}
        accept="application/pdf,image/jpeg,image/png"
        shown={isSuccess ? file : ''}
        error={error?.message}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isPending && <span>{m.office_upload_sending({ file })}</span>}
        {isSuccess && (
          <span>
            {data.pages === 1 ? m.office_paper_scan_page() : m.office_paper_scan_pages({ n: data.pages })}
          </span>
        )}
      </p>
    </div>
  );
}

function SurgeFields() {
  const isNamed = useWatch({ name: 'names_surge' }) as boolean;
  return (
    <div className="grid gap-3">
      <FormCheckbox name="names_surge" label={m.office_paper_names_surge()} />
      {isNamed && (
        <FormText
          name="surge_page"
          label={m.office_paper_surge_page()}
          inputMode="numeric"
          className="max-w-40"
        />
      )}
    </div>
  );
}

/** Scan, day of the signature, and the page with the agreement to a congestion fee. */
export function PaperFields({ hasSurge }: { hasSurge: boolean }) {
  return (
    <>
      <ScanField />
      <FormDate
        name="signed_on"
        label={m.office_paper_signed_on()}
        required
        autoComplete="off"
        className="max-w-80"
      />
      {hasSurge && <SurgeFields />}
    </>
  );
}
