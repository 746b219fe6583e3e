import { useRef, useState } from 'react';
import { m } from '#i18n/messages.js';
import { fullName } from '#kit/text/full-name.ts';
import type { Student } from '#modules/students/students.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';

type Asked = { question: string; student: Student; saveAnother: () => void };

type RegisteredQuestion = {
  /** @returns true for a refusal that asks; the family answers, and `saveAnother` saves a second child */
  asks: (error: unknown, saveAnother: () => void) => boolean;
  dialog: Elements;
};

function askedBy(error: unknown): Omit<Asked, 'saveAnother'> | undefined {
  if (!(error instanceof ApiError) || error.data.data?.registered_id === undefined) return undefined;
  return { question: error.data.errors[0]!, student: error.data.items![0] as Student };
}

/** Asks if the child of a form is the registered one, and offers this record (MC10). */
export function useRegisteredStudent(onUse: (student: Student) => void): RegisteredQuestion {
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const answer = (act: () => void) => () => {
    close();
    act();
  };
  return {
    asks: (error, saveAnother) => {
      const found = askedBy(error);
      if (found) ask({ ...found, saveAnother });
      return found !== undefined;
    },
    dialog: asked && (
      <Dialog
        open
        onClose={close}
        title={asked.question}
        description={m.account_student_known_text({ born: asked.student.date_of_birth })}
        actions={
          <>
            <Button onClick={answer(() => onUse(asked.student))}>
              {m.account_student_known_use({ name: fullName(asked.student) })}
            </Button>
            <Button look="secondary" onClick={answer(asked.saveAnother)}>
              {m.account_student_known_another()}
            </Button>
          </>
        }
      />
    ),
  };
}

/** After the answer that the child is another one, the form is saved once more. */
export function useStudentQuestion(onUse: (student: Student) => void) {
  const isAnother = useRef(false);
  const question = useRegisteredStudent(onUse);
  async function asking(
    saveAgain: () => void,
    send: (is_another: boolean) => Promise<Student>,
  ): Promise<Student | undefined> {
    const is_another = isAnother.current;
    isAnother.current = false;
    const saveAnother = () => {
      isAnother.current = true;
      saveAgain();
    };
    try {
      return await send(is_another);
    } catch (error) {
      if (question.asks(error, saveAnother)) return undefined;
      throw error;
    }
  }
  return { asking, dialog: question.dialog };
}
