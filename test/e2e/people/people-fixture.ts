import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { PersonResponse } from '../../../src/features/people/lookup/person.response.js';
import type { InvitationResponse } from '../../../src/features/people/invitations/invitations.response.js';
import type { MailCatcher } from '../../../tools/dev/mail-catcher.ts';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { bearer } from '../access/callers.js';

export type Person = PersonResponse;
export type Invitation = InvitationResponse;

/** The text of the last mail to an address, and the token in its link. */
export async function mailTo(
  mail: MailCatcher,
  address: string,
  nth = 1,
): Promise<{ text: string; token: string }> {
  return eventually(() => {
    const found = mail.mails.filter(({ to }) => to.includes(address));
    if (found.length < nth) throw new Error(`${found.length} mails to ${address}`);
    // Quoted-printable breaks lines and writes = as =3D.
    const text = found
      .at(-1)!
      .source.replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    const token = /\/invitations#([\w-]{43})/.exec(text)?.[1];
    if (token === undefined) throw new Error('no link in the mail');
    return { text, token };
  });
}

/** Requests about people, sent by one person. */
export class PeopleFixture {
  constructor(
    private readonly test: TestApp,
    private readonly tenant: TestTenant,
    private readonly user: TestUser,
  ) {}

  get userId(): string {
    return this.user.userId;
  }

  get(path: string): Test {
    return this.test.request().get(`/v1/portal${path}`).query(this.client()).set(this.headers());
  }

  post(path: string, body: object = {}): Test {
    return this.test
      .request()
      .post(`/v1/portal${path}`)
      .query(this.client())
      .set({ ...this.headers(), 'Idempotency-Key': randomUUID() })
      .send(body);
  }

  patch(path: string, body: object, etag?: string): Test {
    const headers = { ...this.headers(), ...(etag === undefined ? {} : { 'If-Match': `"${etag}"` }) };
    return this.test.request().patch(`/v1/portal${path}`).query(this.client()).set(headers).send(body);
  }

  async people(): Promise<Person[]> {
    return ((await this.get('/people').expect(200)).body as { items: Person[] }).items;
  }

  async person(userId: string): Promise<Person> {
    return (await this.get(`/people/${userId}`).expect(200)).body as Person;
  }

  async invite(email: string, role: string): Promise<Invitation> {
    return (await this.post('/invitations', { email, role }).expect(200)).body as Invitation;
  }

  private client(): { client_id: string } {
    return { client_id: this.tenant.clientId };
  }

  private headers(): Record<string, string> {
    return bearer(this.user.token(this.tenant.dataEnv));
  }
}

/** A person accepts an invitation. */
export const accept = (
  test: TestApp,
  user: { readonly token: (dataEnv?: string) => string },
  token: string,
  name = 'Mei Tanaka',
): Test =>
  test
    .request()
    .post('/v1/portal/invitations/accept')
    .set(bearer(user.token()))
    .send({ token, display_name: name });

export const codeOf = ({ body }: { readonly body: unknown }): string => (body as { code: string }).code;

/** Status and body of an answer, for comparison with the expected ones. */
export const answerOf = async (asked: PromiseLike<Response>): Promise<readonly [number, object]> => {
  const answer = await asked;
  return [answer.status, answer.body as object];
};
