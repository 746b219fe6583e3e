/** One message with its final texts. */
export type Mail = {
  to: string[];
  /** whom an answer goes to, where that is not the sender */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  /** the outbox row's key; goes out as Message-ID, so that a repeated send can be recognised */
  ref: string;
};

/** The port to the outside world's mail. `send` throws when the message was not taken. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
};
