import { html } from '../../../../web/html.ts'
import { registerPortalAccount } from '../../office/actions.ts'
import { Refusal } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { newPassword } from '../partner/register.ts'
import { signInFields } from '../partner/sign-in.ts'
import {
  accountLogin,
  accountOf,
  countAttempt,
  memberLogin,
  opens,
  passwordMark,
  personOf,
  setPassword,
  signIn,
} from '../people.ts'
import { webhookArea } from './area.ts'

const signInPage: Page = {
  area: webhookArea,
  path: '/webhooks/sign-in',
  draw: (visit) => ({
    title: 'Sign in',
    main: html`<p>Use your login of the partner portal, or an account that was opened with a webhook key.</p>${visit.form(enter)}
<p><a href="/partner/forgotten">You forgot the password?</a></p>`,
  }),
}

const enter: PortalOperation = {
  path: '/webhooks/sign-in',
  button: 'Sign in',
  fields: signInFields,
  given: () => ({}),
  async act(given, { directory, behaviour }, visit) {
    const { site } = visit
    const [email, password] = [String(given.email), String(given.password)]
    await countAttempt(visit, memberLogin(email))
    const account = accountOf(site, email)
    const person = personOf(site, email)
    const mayEnter = (id: string | undefined) => {
      const partner = directory.partners.get(id ?? '')
      return partner !== undefined && behaviour.access.mayEnter(partner)
    }
    const asAccount = account === undefined ? memberLogin('') : accountLogin(account.id)
    const [opensAccount, opensMember] = await Promise.all([
      opens(site, asAccount, password, account?.password),
      opens(site, memberLogin(email), password, person?.member.password),
    ])
    if (account !== undefined && opensAccount && mayEnter(account.partnerId))
      await signIn(visit, 'account', { id: account.id, mark: passwordMark(site, asAccount) })
    else if (person !== undefined && opensMember && mayEnter(person.partner.id)) {
      const mark = passwordMark(site, memberLogin(email))
      await signIn(visit, 'member', { email: person.member.email, mark })
    } else
      throw new Refusal(
        'invalid',
        'the e-mail address or the password is wrong, or the account is not active',
      )
    return {}
  },
  done: () => ({ to: '/webhooks' }),
  page: signInPage,
}

const registerPage: Page = {
  area: webhookArea,
  path: '/webhooks/register',
  draw: (visit) => ({
    title: 'Register with a webhook key',
    main: html`<p>Your organization creates webhook keys in the partner portal.</p>${visit.form(register)}`,
  }),
}

const register: PortalOperation = {
  path: '/webhooks/register',
  button: 'Open the account',
  fields: [
    { name: 'webhook_key', label: 'Webhook key', kind: 'password', autocomplete: 'off' },
    { name: 'email', label: 'E-mail', kind: 'email', autocomplete: 'email' },
    newPassword,
  ],
  given: () => ({}),
  async act({ password, ...details }, platform, visit) {
    await countAttempt(visit)
    const unknown = platform.random.secret()
    const answer = await registerPortalAccount({ ...details, password: unknown }, platform)
    const { account_id } = answer as { readonly account_id: string }
    await setPassword(visit.site, accountLogin(account_id), String(password))
    return answer
  },
  done: () => ({ to: '/webhooks/sign-in', notice: 'The account is open. Sign in with it.' }),
  page: registerPage,
}

export const webhookSignInPages: readonly Page[] = [signInPage, registerPage]
export const webhookSignInOperations: readonly PortalOperation[] = [enter, register]
