import type { FastifyInstance } from 'fastify';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { handle } from '#server/http/handle.ts';
import { deleteGivenUpFiles } from '#platform/files/file-deletions.ts';
import { inTx } from '#server/http/call.ts';
import { readUpload } from '#server/http/upload.ts';
import { serveStored } from '#server/http/stored-files.ts';
import type { AppContext } from '#server/app-context.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import * as addresses from './addresses.service.ts';
import { changeStudent, removePhotosByStaff, storePhotoByStaff } from './change-student.service.ts';
import { findPhoto, removePhotos, storePhoto } from './photos.service.ts';
import {
  changeStudent as changeStudentCall,
  createAddress,
  createStudent,
  deleteStudent,
  listAddresses,
  listStudents,
  registerStudent,
  removeAddress,
  updateAddress,
  updateStudent,
} from './students.contract.ts';
import {
  removePhotosByStaff as removePhotosByStaffCall,
  removeStudentPhotos,
  uploadPhotoByStaff as uploadPhotoByStaffCall,
  uploadStudentPhoto,
} from './photos.contract.ts';
import * as students from './students.service.ts';

type Ports = {
  countContracts: students.CountContracts;
  compareAgain: students.CompareAgain;
  noteChild: students.NoteChild;
  eraseTraces: students.EraseTraces;
};

export function registerStudentsRoutes(app: FastifyInstance, context: AppContext, ports: Ports): void {
  const asked: AskedBy = (viewer) => ({
    viewer,
    now: context.clock.now(),
    today: context.clock.today(),
    vault: context.vault,
    ...ports,
  });
  registerAddressRoutes(app, context);
  registerStudents(app, context, asked);
  registerPhotos(app, context, asked);
}

type AskedBy = (viewer: Viewer) => students.StudentWriteDeps & Ports;

function registerStudents(app: FastifyInstance, context: AppContext, asked: AskedBy): void {
  const { db } = context;
  handle(app, listStudents, async ({ viewer, params }) =>
    students.listStudents(db, asked(viewer), params.id),
  );
  handle(
    app,
    createStudent,
    inTx(async (tx, { viewer, headers, body }) => [
      await students.createStudent(tx, asked(viewer), body, headers['idempotency-key']),
    ]),
  );
  handle(
    app,
    registerStudent,
    inTx(async (tx, { viewer, params, headers, body }) => [
      await students.registerStudent(tx, asked(viewer), params.id, {
        fields: body,
        client_key: headers['idempotency-key'],
      }),
    ]),
  );
  handle(
    app,
    updateStudent,
    inTx(async (tx, { viewer, params, body }) => [
      await students.updateStudent(tx, asked(viewer), params.id, body),
    ]),
  );
  handle(app, changeStudentCall, async ({ viewer, params, body }) => {
    const changed = await db.transaction((tx) => changeStudent(tx, asked(viewer), params.id, body));
    await sendEmailsSoon(context);
    return [changed];
  });
  handle(app, deleteStudent, async ({ viewer, params }) => {
    await db.transaction((tx) => students.removeStudent(tx, asked(viewer), params.id));
    await deleteGivenUpFiles(context);
  });
}

function registerPhotos(app: FastifyInstance, context: AppContext, asked: AskedBy): void {
  const { db, clock } = context;
  handle(app, removeStudentPhotos, async ({ viewer, params }) => {
    const student = { user_id: viewer.user_id, student_id: params.id };
    await db.transaction((tx) => removePhotos(tx, clock.now(), student));
    await deleteGivenUpFiles(context);
    return students.listStudents(db, asked(viewer), params.id);
  });
  handle(app, uploadStudentPhoto, async ({ viewer, params, request }) => {
    const upload = await readUpload(request);
    await storePhoto(db, context.files, clock.now(), {
      user_id: viewer.user_id,
      student_id: params.id,
      upload,
    });
    return students.listStudents(db, asked(viewer), params.id);
  });
  handle(app, uploadPhotoByStaffCall, async ({ viewer, params, request }) => {
    await storePhotoByStaff(context, { now: clock.now(), viewer }, params.id, await readUpload(request));
    await sendEmailsSoon(context);
  });
  handle(app, removePhotosByStaffCall, async ({ viewer, params }) => {
    await db.transaction((tx) => removePhotosByStaff(tx, { now: clock.now(), viewer }, params.id));
    await deleteGivenUpFiles(context);
    await sendEmailsSoon(context);
  });
}

function registerAddressRoutes(app: FastifyInstance, { db, clock, vault }: AppContext): void {
  handle(app, listAddresses, async ({ viewer, params }) =>
    addresses.listAddresses({ db, vault }, viewer.user_id, params.id),
  );
  handle(
    app,
    createAddress,
    inTx(async (tx, { viewer: { user_id }, headers, body }) => {
      const made = { user_id, created_at: clock.now(), client_key: headers['idempotency-key'] };
      return [await addresses.createAddress({ tx, vault }, made, body)];
    }),
  );
  handle(
    app,
    updateAddress,
    inTx(async (tx, { viewer, params, body: { version, ...fields } }) => [
      await addresses.updateAddress({ tx, vault }, viewer.user_id, {
        address_id: params.id,
        fields,
        version,
      }),
    ]),
  );
  handle(
    app,
    removeAddress,
    inTx(async (tx, { viewer, params }) => addresses.removeAddress(tx, viewer.user_id, params.id)),
  );
}

export function registerStudentsFiles(storage: FastifyInstance, context: AppContext): void {
  serveStored(storage, context, 'students', async (viewer, path) => {
    const content = await findPhoto(context.db, context.files, { viewer, now: context.clock.now() }, path);
    return content && { content, contentType: 'image/jpeg' };
  });
}
