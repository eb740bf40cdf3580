import { digestOf } from '../../../../web/digest.ts'
import { html } from '../../../../web/html.ts'
import { Refusal } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import {
  accountLogin,
  accountOf,
  countAttempt,
  memberLogin,
  opens,
  passwordMark,
  personOf,
  postPasswordLink,
  setPassword,
  signIn,
} from '../people.ts'
import type { Site } from '../site.ts'
import { partnerArea } from './area.ts'
import { newPassword } from './register.ts'

const email = { name: 'email', label: 'E-mail', kind: 'email', autocomplete: 'username' } as const
const password = {
  name: 'password',
  label: 'Password',
  kind: 'password',
  autocomplete: 'current-password',
} as const

/** The fields by which somebody signs in. */
export const signInFields = [email, password] as const

const WRONG = 'The e-mail address or the password is wrong.'

const WHY_NOT = {
  pending: 'This account waits for the approval of the operator.',
  denied: 'The operator denied this account.',
  disabled: 'The operator disabled this account.',
} as const

const signInPage: Page = {
  area: partnerArea,
  path: '/partner/sign-in',
  draw: (visit) => ({
    title: 'Sign in',
    main: html`${visit.form(enter)}<p><a href="/partner/forgotten">You forgot the password?</a></p>
<p>You have no account? <a href="/partner/register">Register your organization</a>.</p>`,
  }),
}

const enter: PortalOperation = {
  path: '/partner/sign-in',
  button: 'Sign in',
  fields: signInFields,
  given: () => ({}),
  async act(given, { behaviour }, visit) {
    const { site } = visit
    const login = memberLogin(String(given.email))
    await countAttempt(visit, login)
    const person = personOf(site, String(given.email))
    if (!(await opens(site, login, String(given.password), person?.member.password)) || person === undefined)
      throw new Refusal('invalid', WRONG)
    const { status } = person.partner
    if (!behaviour.access.mayEnter(person.partner))
      throw new Refusal('conflict', status === 'active' ? WRONG : WHY_NOT[status])
    await signIn(visit, 'member', { email: person.member.email, mark: passwordMark(site, login) })
    return {}
  },
  done: () => ({ to: '/partner' }),
  page: signInPage,
}

const forgottenPage: Page = {
  area: partnerArea,
  path: '/partner/forgotten',
  draw: (visit) => ({
    title: 'Set a new password',
    main: html`<p>We send a link to your address. It is valid for an hour, once.</p>${visit.form(forgotten)}
<p>This sandbox sends no e-mail: the letter is in the <a href="/operator/outbox">outbox</a> of the operator.</p>`,
  }),
}

const HOUR_MS = 3_600_000

/** The logins of an address, at either portal. */
function loginsOf(site: Site, address: string): readonly string[] {
  const account = accountOf(site, address)
  const member = personOf(site, address) === undefined ? [] : [memberLogin(address)]
  return account === undefined ? member : [...member, accountLogin(account.id)]
}

const forgotten: PortalOperation = {
  path: '/partner/forgotten',
  button: 'Send the link',
  fields: [email],
  given: () => ({}),
  async act(given, _platform, visit) {
    const to = String(given.email)
    await countAttempt(visit, `reset ${to}`)
    for (const login of loginsOf(visit.site, to))
      postPasswordLink(visit.site, {
        ...{ to, login, lastsMs: HOUR_MS, subject: 'Set a new password' },
        text: 'Open this link within an hour to set a new password. If you did not ask for it, do nothing.',
      })
    return {}
  },
  // The same for every address, so that nobody learns which ones have an account.
  done: () => ({ to: '/partner/sign-in', notice: 'If there is such an account, a link is on its way.' }),
  page: forgottenPage,
}

/** The login for which a link sets a password. */
function loginOf(site: Site, token: string): string {
  const link = site.data.passwordLinks.get(digestOf(token))
  if (link === undefined || link.until <= site.now())
    throw new Refusal('unknown', 'this link was used already or is too old; ask for a new one')
  return link.login
}

const passwordPage: Page = {
  area: partnerArea,
  path: '/partner/password/:token',
  draw(visit) {
    loginOf(visit.site, visit.params.token ?? '')
    return { title: 'Set your password', main: visit.form(choose, visit.params) }
  },
}

const choose: PortalOperation = {
  path: '/partner/password/:token',
  button: 'Set the password',
  fields: [newPassword],
  given: (visit, { token = '' }) => ({ login: loginOf(visit.site, token) }),
  async act({ login, password: wanted }, _platform, { site }) {
    await setPassword(site, String(login), String(wanted))
    return {}
  },
  done: (_answer, _visit, { login }) => ({
    to: String(login).startsWith('account ') ? '/webhooks/sign-in' : '/partner/sign-in',
    notice: 'The password is set. Sign in with it.',
  }),
  page: passwordPage,
}

export const signInPages: readonly Page[] = [signInPage, forgottenPage, passwordPage]
export const signInOperations: readonly PortalOperation[] = [enter, forgotten, choose]
