import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { applyForJob, readJobForm } from '#modules/careers/application.contract.ts';
import {
  applicationShapeOn,
  withoutHidden,
  type JobApplication,
} from '#modules/careers/application.shapes.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call, callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useOneSubmit } from '#app/forms/use-one-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import {
  Honeypot,
  ExperienceSection,
  JobSection,
  MoreSection,
  PersonSection,
  emptyForm,
  type JobFormValues,
} from './job-form-fields.tsx';

type Facts = z.output<typeof readJobForm.item>;

function Fields({ today, asks_conviction }: Facts) {
  const shape = useMemo(() => applicationShapeOn(today), [today]);
  const form = useForm<JobFormValues, unknown, JobApplication>({
    mode: 'onBlur',
    resolver: schemaResolver(shape),
    defaultValues: emptyForm,
  });
  const { state, submitOnce } = useOneSubmit();
  const once = useOnce();
  const navigate = useNavigate();
  const send = (typed: JobApplication) =>
    submitOnce(async () => {
      const body = withoutHidden(typed);
      await once(body, (headers) => call(applyForJob, { headers, body }));
      await navigate('/employment/succes');
    });
  return (
    <Form form={form} onSubmit={send} label={m.public_job_title()} className="relative grid max-w-form gap-8">
      <PersonSection />
      <JobSection />
      <ExperienceSection place={0} />
      <ExperienceSection place={1} />
      <ExperienceSection place={2} />
      <MoreSection asksConviction={asks_conviction} />
      <Honeypot />
      <div className="grid justify-items-start gap-4 border-t border-hair pt-5">
        <p className="text-sm text-ink-soft">
          {asks_conviction ? m.public_job_private() : m.public_job_private_license()}
        </p>
        <Button type="submit" busy={state !== 'idle'} className="w-full sm:w-auto">
          {m.public_job_send()}
        </Button>
      </div>
    </Form>
  );
}

/** The job application (contracts.md §2, W13), after the server has sent the day and the questions. */
export default function JobForm() {
  const [facts, setFacts] = useState<Facts>();
  const [problem, setProblem] = useState('');
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let isHere = true;
    callForOne(readJobForm).then(
      (answer) => isHere && setFacts(answer),
      (error: unknown) => isHere && setProblem(sentencesOf(error).join(' ')),
    );
    return () => void (isHere = false);
  }, [attempts]);
  const again = () => {
    setProblem('');
    setAttempts(attempts + 1);
  };
  if (facts) return <Fields {...facts} />;
  if (!problem) return <Skeleton label={m.public_job_loading()} lines={12} />;
  return (
    <Notice tone="danger" role="alert" title={m.shell_load_failed()}>
      <p>{problem}</p>
      <Button look="secondary" className="mt-3" onClick={again}>
        {m.shell_try_again()}
      </Button>
    </Notice>
  );
}
