import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { takeDisputePapers } from '#modules/orders/staff/dispute-papers.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { Button } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';

type PapersProps = {
  dispute_id: number;
  about: string;
};

export function DisputePapers({ dispute_id, about }: PapersProps) {
  const [isBusy, setBusy] = useState(false);
  const say = useToast();
  const take = async () => {
    setBusy(true);
    try {
      const { path } = await callForOne(takeDisputePapers, { params: { id: dispute_id } });
      window.location.assign(path);
    } catch (error) {
      say(sentencesOf(error).join(' '));
    }
    setBusy(false);
  };
  return (
    <Button
      look="secondary"
      icon="file"
      busy={isBusy}
      aria-label={m.office_dispute_papers_of({ about })}
      onClick={() => void take()}
    >
      {m.office_dispute_papers()}
    </Button>
  );
}
