import { m } from '#i18n/messages.js';
import {
  readMatterAgain,
  releaseCollection,
  settleMatter,
  type Matter,
} from '#modules/billing/worklist/worklist.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { ConfirmCall } from '#app/routes/office/confirm-call.tsx';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { matterTexts } from './matter-texts.ts';

type MatterProps = { matter: Matter; onClose: () => void };

/** Marks a payment issue as resolved, with a note; moves no money. */
export function SettleMatter({ matter: { kind, subject }, onClose }: MatterProps) {
  return (
    <NoteDialog
      title={m.office_matter_settle_title({ kind: matterTexts[kind].name() })}
      description={matterTexts[kind].todo()}
      field={{ name: 'done', label: m.office_matter_note(), note: m.office_matter_note_text() }}
      confirmText={m.office_matter_settle()}
      doneText={m.office_matter_settled()}
      send={(done) => callForOne(settleMatter, { body: { kind, subject, done } })}
      onClose={onClose}
    />
  );
}

export function ReadMatterAgain({ matter: { kind, subject }, onClose }: MatterProps) {
  return (
    <ConfirmCall
      title={m.office_matter_read_title()}
      description={subject}
      confirmText={m.office_matter_read()}
      doneText={m.office_matter_read_done()}
      makeCall={() => callForOne(readMatterAgain, { body: { kind, subject } })}
      onClose={onClose}
    >
      <p>{m.office_matter_read_text()}</p>
    </ConfirmCall>
  );
}

export function ReleaseCollection({ matter: { kind, subject }, onClose }: MatterProps) {
  return (
    <ConfirmCall
      title={m.office_matter_release_title()}
      description={matterTexts[kind].name()}
      confirmText={m.office_matter_release()}
      doneText={m.office_matter_release_done()}
      makeCall={() => callForOne(releaseCollection, { body: { kind, subject } })}
      onClose={onClose}
    >
      <p>{m.office_matter_release_text()}</p>
    </ConfirmCall>
  );
}
