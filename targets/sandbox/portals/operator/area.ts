import { html } from '../../../../web/html.ts'
import { sameSecret } from '../../credentials/same-secret.ts'
import { Refusal } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { signIn } from '../people.ts'
import { signingOut } from '../sign-out.ts'
import type { Area } from '../visit.ts'

/** The operator's side: accounts, reviews, the clock, and everything that the control API does. */
export const operatorArea: Area = {
  name: 'Operator',
  href: '/operator',
  nav: ({ request }) =>
    request.session.operator === true
      ? [
          { href: '/operator', label: 'Overview' },
          { href: '/operator/partners', label: 'Partners' },
          { href: '/operator/quotes', label: 'Quotes' },
          { href: '/operator/controls', label: 'Clock, brokers, faults' },
          { href: '/operator/outbox', label: 'Outbox' },
          { href: '/operator/api', label: 'APIs' },
          { href: '/outcomes', label: 'What to submit' },
        ]
      : [{ href: '/operator/sign-in', label: 'Sign in' }],
  visitor: (visit) => (visit.request.session.operator === true ? visit.form(leave) : undefined),
}

const signInPage: Page = {
  area: operatorArea,
  path: '/operator/sign-in',
  draw: (visit) => ({
    title: 'Sign in as the operator',
    main: html`<p>The secret stands where the sandbox was started, after <code>x-control-secret</code>. The link there signs you in, too.</p>${visit.form(enter)}`,
  }),
}

const enter: PortalOperation = {
  path: '/operator/sign-in',
  button: 'Sign in',
  fields: [{ name: 'secret', label: 'Control secret', kind: 'password', autocomplete: 'off' }],
  given: () => ({}),
  // Nobody guesses 32 random bytes, so that attempts are not counted: nobody can lock the operator out either.
  async act({ secret }, _platform, visit) {
    if (!sameSecret(String(secret), visit.site.facts().controlSecret))
      throw new Refusal('invalid', 'this is not the control secret', 'secret')
    await signIn(visit, 'operator', true)
    return {}
  },
  done: () => ({ to: '/operator' }),
  page: signInPage,
}

const leave = signingOut(operatorArea, 'operator')

export const operatorSignInPages: readonly Page[] = [signInPage]
export const operatorSignInOperations: readonly PortalOperation[] = [enter, leave]
