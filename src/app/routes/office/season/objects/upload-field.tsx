import { useMutation } from '@tanstack/react-query';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { FileContent } from '#kit/rules/field-types.ts';
import { uploadFile } from '#modules/catalog/files/uploads.contract.ts';
import {
  fileFieldOf,
  UPLOAD_BYTES,
  uploadRules,
  uploadSentence,
} from '#modules/catalog/files/upload-rules.ts';
import type { FileKind } from '#modules/catalog/objects/object-kinds.ts';
import { shownFileName } from '#modules/catalog/stored-files.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { addressOf, isPicture } from '#app/company/route-map.ts';
import { FormText } from '#app/forms/fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { FileField } from '#app/ui/fields/file-field.tsx';
import type { FieldProps } from '#app/ui/fields/form-field.tsx';
import { Icon } from '#app/ui/icon.tsx';

const ACCEPTED: Readonly<Record<FileContent, string>> = {
  pdf: 'application/pdf,.pdf',
  picture: 'image/png,image/jpeg,image/webp,image/svg+xml,.svg',
};

export const FILE_HINTS: Readonly<Record<FileContent, () => string>> = {
  pdf: m.office_object_hint_pdf,
  picture: m.office_object_hint_picture,
};

type UploadProps = FieldProps & { name: string; label: string; kind: FileKind };

/** Stores a chosen file at once; the object names the file with the next save of the form. */
function useUpload({ kind, name }: Pick<UploadProps, 'kind' | 'name'>) {
  const { setValue, setError, clearErrors } = useFormContext();
  const { holds } = fileFieldOf(kind);
  const refuse = (message: string) => setError(name, { type: 'server', message });
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append('file', file, file.name);
      return callForOne(uploadFile, { query: { kind }, body });
    },
    onSuccess: ({ file_name }) => {
      clearErrors(name);
      setValue(name, file_name, { shouldDirty: true });
    },
    onError: (error) => refuse(sentencesOf(error).join(' ')),
  });
  function choose(file: File | undefined): void {
    if (!file || upload.isPending) return;
    upload.reset();
    // What is too large is said before it is sent.
    if (file.size > UPLOAD_BYTES[holds]) return refuse(uploadSentence(kind, uploadRules[holds]()));
    upload.mutate(file);
  }
  const validate = () => !upload.isPending || m.office_upload_under_way();
  return { holds, choose, rules: { validate }, sent: upload };
}

type Sent = ReturnType<typeof useUpload>['sent'];

/** How far the upload is, also for screen readers. */
function UploadStatus({ sent: { isPending, isSuccess, variables } }: { sent: Sent }) {
  const name = variables?.name ?? '';
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-ink-soft empty:hidden">
      {isPending && <span>{m.office_upload_sending({ file: name })}</span>}
      {isSuccess && <Icon name="check" />}
      {isSuccess && <span>{m.office_upload_ready({ file: name })}</span>}
    </p>
  );
}

function Preview({ value, label }: { value: string; label: string }) {
  if (!isPicture(value)) return null;
  return (
    <img
      src={addressOf(value)}
      alt={m.office_upload_picture({ label })}
      className="max-h-40 max-w-full justify-self-start rounded-md border border-hair bg-card"
    />
  );
}

function ChosenFile({ label, kind, required, ...props }: UploadProps) {
  const { name } = props;
  const { control, setValue, setFocus } = useFormContext();
  const { holds, choose, rules, sent } = useUpload({ kind, name });
  const {
    field: { ref },
    fieldState: { error },
  } = useController({ name, rules });
  const value = String(useWatch({ control, name }) ?? '');
  const remove = () => {
    sent.reset();
    setValue(name, '', { shouldDirty: true });
    setFocus(name);
  };
  return (
    <div className="grid gap-2">
      <FileField
        {...props}
        label={label}
        required={required}
        ref={ref}
        accept={ACCEPTED[holds]}
        shown={value && shownFileName(value)}
        error={error?.message}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <UploadStatus sent={sent} />
      <Preview value={value} label={label} />
      {value && !required && (
        <Button
          look="quiet"
          size="small"
          className="-ml-3.5 justify-self-start in-disabled:hidden"
          onClick={remove}
        >
          {m.office_upload_remove({ file: shownFileName(value) })}
        </Button>
      )}
    </div>
  );
}

function ChosenFileOrAddress({ kind, ...props }: UploadProps) {
  const { name, label } = props;
  const { control } = useFormContext();
  const { holds, choose, rules, sent } = useUpload({ kind, name });
  const value: unknown = useWatch({ control, name });
  return (
    <div className="grid gap-2">
      <FormText {...props} rules={rules} autoComplete="off" note={m.office_object_hint_address()} />
      <FileField
        name={`${name}_upload`}
        label={m.office_upload_new_picture()}
        note={FILE_HINTS[holds]()}
        accept={ACCEPTED[holds]}
        shown=""
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <UploadStatus sent={sent} />
      <Preview value={String(value ?? '')} label={label} />
    </div>
  );
}

/** A file that staff choose or drop, as the field is declared; of a content block also an address (SE2.5). */
export function UploadField({ mayBeAddress, ...props }: UploadProps & { mayBeAddress?: boolean }) {
  return mayBeAddress ? <ChosenFileOrAddress {...props} /> : <ChosenFile {...props} />;
}
