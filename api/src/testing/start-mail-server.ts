import { afterAll } from '@jest/globals';
import { listenForMail } from './listen-for-mail.ts';

/** A mail server that is closed when the file's tests are over. */
export async function startMailServer() {
  const mail = await listenForMail();
  afterAll(mail.stop);
  return mail;
}
