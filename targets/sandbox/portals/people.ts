import { randomBytes } from 'node:crypto'
import { digestOf, markOfState } from '../../../web/digest.ts'
import type { Member, Partner, PortalAccount } from '../office/directory.ts'
import { Refusal } from '../office/refusal.ts'
import { SignInFirst, TooMany } from './operation.ts'
import { post, type Site } from './site.ts'
import type { Visit } from './visit.ts'

/** A person of a partner account. */
export interface Person {
  readonly partner: Partner
  readonly member: Member
}

export const memberLogin = (email: string): string => `member ${email.toLowerCase()}`
export const accountLogin = (id: string): string => `account ${id}`

/** The person of a partner account with an address. */
export function personOf({ platform }: Site, email: string): Person | undefined {
  const wanted = email.toLowerCase()
  for (const partner of platform.directory.partners.values())
    for (const member of partner.members)
      if (member.email.toLowerCase() === wanted) return { partner, member }
  return undefined
}

export const accountOf = ({ platform }: Site, email: string): PortalAccount | undefined =>
  [...platform.directory.portalAccounts.values()].find(
    (one) => one.email.toLowerCase() === email.toLowerCase(),
  )

/** Changes with the password, so that older sessions end. */
export const passwordMark = ({ data }: Site, login: string): string =>
  markOfState(data.passwords.get(login) ?? null)

export async function setPassword({ data, passwords }: Site, login: string, password: string): Promise<void> {
  data.passwords.set(login, await passwords.hash(password))
  for (const [token, link] of data.passwordLinks) if (link.login === login) data.passwordLinks.delete(token)
}

/** The password that an account of the control API was opened with, until it is kept as a hash. */
type Opened = { is(given: string): boolean }

/** Says whether a password opens a login. */
export async function opens(site: Site, login: string, password: string, opened?: Opened): Promise<boolean> {
  const kept = site.data.passwords.get(login)
  if (await site.passwords.matches(password, kept)) return true
  if (kept !== undefined || opened === undefined || !opened.is(password)) return false
  site.data.passwords.set(login, await site.passwords.hash(password))
  return true
}

/** @throws TooMany */
export async function countAttempt({ site, request }: Visit, account?: string): Promise<void> {
  const seconds = await site.attempts.count(request, account)
  if (seconds !== undefined) throw new TooMany(seconds)
}

/** Posts a letter with a link that sets a password once. */
export function postPasswordLink(site: Site, { to, login, lastsMs, subject, text }: PasswordLetter): void {
  const token = randomBytes(32).toString('base64url')
  site.data.passwordLinks.set(digestOf(token), { login, until: site.now() + lastsMs })
  post(site, { to, subject, text, link: `${site.platform.origin}/partner/password/${token}` })
}

interface PasswordLetter {
  readonly to: string
  readonly login: string
  readonly lastsMs: number
  readonly subject: string
  readonly text: string
}

/** The person who is signed in at the partner portal; undefined where nobody is, or the account is not active. */
export function signedInPerson({ site, request: { session } }: Visit): Person | undefined {
  const { member } = session
  if (member === undefined || member.mark !== passwordMark(site, memberLogin(member.email))) return undefined
  const person = personOf(site, member.email)
  if (person === undefined) return undefined
  return site.platform.behaviour.access.mayEnter(person.partner) ? person : undefined
}

/** @throws SignInFirst */
export function needPerson(visit: Visit): Person {
  const person = signedInPerson(visit)
  if (person === undefined) throw new SignInFirst('/partner/sign-in')
  return person
}

/** @throws SignInFirst, Refusal */
export function needAdmin(visit: Visit): Person {
  const person = needPerson(visit)
  if (person.member.role !== 'Admin')
    throw new Refusal('conflict', 'only an Admin of the account manages the team')
  return person
}

/** @throws SignInFirst */
export function needOperator({ request: { session } }: Visit): void {
  if (session.operator !== true) throw new SignInFirst('/operator/sign-in')
}

const ROLES = ['member', 'account', 'operator'] as const
/** A role in which somebody is signed in; one session may have several. */
export type SessionRole = (typeof ROLES)[number]

/** Signs somebody in under a new session id, so that one planted before is worth nothing; other roles stay. */
export async function signIn(
  { request }: Visit,
  role: SessionRole,
  who: NonNullable<Visit['request']['session'][typeof role]>,
): Promise<void> {
  const kept = ROLES.filter((one) => one !== role && request.session[one] !== undefined)
  await request.session.regenerate([...kept])
  request.session.set(role, who)
}

/** Signs roles out; without any left, the whole session ends. */
export async function signOut({ request }: Visit, roles: readonly SessionRole[]): Promise<void> {
  for (const role of roles) delete request.session[role]
  if (ROLES.every((role) => request.session[role] === undefined)) await request.session.destroy()
}
