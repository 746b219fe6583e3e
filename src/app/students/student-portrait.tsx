import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { listStudents, type Student } from '#modules/students/students.contract.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';

/** The newest photo. */
export function photoOf(student: Student): { src: string; alt: string } | undefined {
  const [photo] = student.images;
  return (
    photo && {
      src: `/storage/${photo.path}`,
      alt: m.dashboard_student_photo_of({ name: shownName(student) }),
    }
  );
}

const sizes = {
  large: { box: 'size-16', icon: 'size-8', pixels: 64 },
  small: { box: 'size-11', icon: 'size-6', pixels: 44 },
};

export function StudentPortrait({
  student,
  size = 'large',
}: {
  student: Student;
  size?: keyof typeof sizes;
}) {
  const photo = photoOf(student);
  const queries = useQueryClient();
  const [failed, setFailed] = useState<string>();
  const { box, icon, pixels } = sizes[size];
  if (!photo || photo.src === failed) {
    return (
      <span className={classNames('grid shrink-0 place-items-center rounded-md bg-sunk text-ink-soft', box)}>
        <Icon name="person" className={icon} />
      </span>
    );
  }
  return (
    <img
      src={photo.src}
      alt={photo.alt}
      className={classNames('shrink-0 rounded-md object-cover', box)}
      width={pixels}
      height={pixels}
      onError={() => {
        setFailed(photo.src);
        // The links end after five minutes (MD8). A missing photo keeps its link for a minute: no loop.
        void queries.invalidateQueries({ queryKey: itemsKey(listStudents) });
      }}
    />
  );
}
