import { m } from '#i18n/messages.js';
import { sentencesOf } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Something that a step needs could not be read: what the server said, and another try. */
export function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Notice tone="danger" role="alert" className="mb-6" title={m.shell_load_failed()}>
      <p>{sentencesOf(error).join(' ')}</p>
      <Button look="secondary" className="mt-2" onClick={retry}>
        {m.shell_try_again()}
      </Button>
    </Notice>
  );
}
