import { useState, type FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { verifyContract, type VerifiedDocument } from '#modules/documents/documents.contract.ts';
import { asIssued, isMistyped } from '#modules/orders/contracts/contract-number.ts';
import { fileHash } from '#modules/documents/file-hash.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { brand } from '#app/company/brand.ts';
import { Article } from '#app/routes/public/article.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { FileField } from '#app/ui/fields/file-field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';

export const meta = () => pageTitle(m.shell_title_verify_contract());

/** The file stays on the visitor's machine; only the hash is sent. */
async function hashOf(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function noteOf({ is_scan, amendment }: VerifiedDocument): string {
  if (amendment === null) return (is_scan ? m.public_verify_scan_note : m.public_verify_genuine_note)();
  const note = is_scan ? m.public_verify_amendment_scan_note : m.public_verify_amendment_note;
  return note({ number: amendment });
}

function Result({ verified }: { verified: VerifiedDocument }) {
  const { amendments } = verified;
  return verified.answer === 'genuine' ? (
    <Notice tone="success" role="status" title={m.public_verify_genuine()}>
      <p>{noteOf(verified)}</p>
      {amendments === 1 && <p>{m.public_verify_amended_once()}</p>}
      {amendments > 1 && <p>{m.public_verify_amended({ n: amendments })}</p>}
    </Notice>
  ) : (
    <Notice tone="danger" role="status" title={m.public_verify_not_ours()}>
      {m.public_verify_not_ours_note()}
    </Notice>
  );
}

type Faults = { number?: string; hash?: string };

function faultsOf(number: string, hash: string): Faults {
  return {
    ...(number.trim() === '' && { number: m.public_verify_number_missing() }),
    ...(isMistyped(number) && { number: m.server_contract_number_mistyped() }),
    ...(!fileHash.safeParse(hash).success && { hash: m.public_verify_hash_wrong() }),
  };
}

function useVerification() {
  const [number, setNumber] = useState('');
  const [hash, setHash] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const check = useMutation({
    mutationFn: () =>
      callForOne(verifyContract, {
        params: { contract_number: asIssued(number), sha256: hash.replaceAll(/\s/g, '') },
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(number, hash);
    setFaults(found);
    if (!found.number && !found.hash) check.mutate();
    else check.reset();
  };
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    check.reset();
  };
  return { number, hash, faults, check, submit, setNumber: edit(setNumber), setHash: edit(setHash) };
}

type HashFieldProps = { hash: string; error: string | undefined; setHash: (hash: string) => void };

function HashFields({ hash, error, setHash }: HashFieldProps) {
  return (
    <>
      <FileField
        label={m.public_verify_file()}
        name="file"
        accept="application/pdf"
        note={m.public_verify_file_note()}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void hashOf(file).then(setHash);
        }}
      />
      <TextField
        label={m.public_verify_hash()}
        name="sha256"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        note={m.public_verify_hash_note()}
        value={hash}
        error={error}
        onChange={(event) => setHash(event.target.value)}
      />
    </>
  );
}

export default function VerifyContract() {
  const { number, hash, faults, check, submit, setNumber, setHash } = useVerification();
  return (
    <Article title={m.public_verify_title()} intro={m.public_verify_intro()}>
      <form noValidate onSubmit={submit} className="grid max-w-form gap-5">
        <TextField
          label={m.public_verify_number()}
          name="contract_number"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          note={m.public_verify_number_note({ number: brand.example_contract_number })}
          value={number}
          error={faults.number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <HashFields hash={hash} error={faults.hash} setHash={setHash} />
        <div>
          <Button type="submit" busy={check.isPending}>
            {m.public_verify_button()}
          </Button>
        </div>
        {check.data && <Result verified={check.data} />}
        {check.isError && (
          <Notice tone="danger" role="alert" title={m.public_verify_failed()}>
            {sentencesOf(check.error).join(' ')}
          </Notice>
        )}
      </form>
    </Article>
  );
}
