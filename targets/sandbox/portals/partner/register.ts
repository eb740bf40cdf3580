import { html } from '../../../../web/html.ts'
import { registerPartner } from '../../office/actions.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { countAttempt, memberLogin, setPassword } from '../people.ts'
import { partnerArea } from './area.ts'

/** The fewest characters of a new password. */
const LEAST = 12

/** A field for a new password. */
export const newPassword = {
  name: 'password',
  label: 'Password',
  kind: 'password',
  autocomplete: 'new-password',
  least: LEAST,
  hint: `At least ${LEAST} characters.`,
} as const

const registerPage: Page = {
  area: partnerArea,
  path: '/partner/register',
  draw: (visit) => ({
    title: 'Register your organization',
    main: html`<p>The account is pending until the operator approves it. In this sandbox you are the operator too.</p>
${visit.form(register)}<p>You have an account? <a href="/partner/sign-in">Sign in</a>.</p>`,
  }),
}

const register: PortalOperation = {
  path: '/partner/register',
  button: 'Register',
  fields: [
    { name: 'company_name', label: 'Company name', kind: 'text', autocomplete: 'organization' },
    { name: 'contact_name', label: 'Your name', kind: 'text', autocomplete: 'name' },
    { name: 'email', label: 'E-mail', kind: 'email', autocomplete: 'email' },
    newPassword,
  ],
  given: () => ({}),
  async act({ password, ...details }, platform, visit) {
    await countAttempt(visit)
    // The back office gets a word that nobody knows: the portals keep the password, as a hash.
    const unknown = platform.random.secret()
    const answer = await registerPartner({ ...details, password: unknown }, platform)
    await setPassword(visit.site, memberLogin(String(details.email)), String(password))
    return answer
  },
  done: () => ({ to: '/partner/registered' }),
  page: registerPage,
}

const registered: Page = {
  area: partnerArea,
  path: '/partner/registered',
  draw: () => ({
    title: 'Your account is pending',
    main: html`<p>The operator approves it, and a letter tells you. Then you can <a href="/partner/sign-in">sign in</a>.</p>
<p>In this sandbox, open the <a href="/operator/partners">operator's page</a> and approve the account yourself.</p>
<p>If a registration is pending for more than two business days, contact support.</p>`,
  }),
}

export const registerPages: readonly Page[] = [registerPage, registered]
export const registerOperations: readonly PortalOperation[] = [register]
