import type { Field } from '../../../../web/fields.ts'
import { html } from '../../../../web/html.ts'
import { badge, livePart, moment, table } from '../../../../web/parts.ts'
import { advanceClock } from '../../control/clock.ts'
import { planFaults } from '../../control/faults.ts'
import { routes } from '../../http/routes.ts'
import { addBroker, onboardBroker } from '../../office/actions.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { needOperator } from '../people.ts'
import { operatorArea } from './area.ts'

const given: PortalOperation['given'] = (visit) => {
  needOperator(visit)
  return {}
}

const controlsPage: Page = {
  area: operatorArea,
  path: '/operator/controls',
  draw(visit) {
    needOperator(visit)
    const { clock, events, directory } = visit.site.platform
    const brokers = events.all.filter(({ type }) => type === 'broker.added')
    const added = brokers.map(({ at, body }) => {
      const data = body.data as Readonly<Record<string, unknown>>
      return [String(data.brokerageName), String(data.brokerId), moment(at)]
    })
    const isMovable = clock.kind !== 'real'
    return {
      title: 'Clock, brokers, faults',
      live: true,
      main: html`<h2>Clock</h2>${livePart('clock', html`<p>It is ${moment(clock.now())} UTC here. ${badge(KINDS[clock.kind], 'quiet')}</p>`)}
${isMovable ? html`<p>Every timer that falls due fires in order: ratings, binds, and the attempts of deliveries.</p>${visit.form(advance)}` : html`<p>Start the sandbox with <code>--clock running</code> to move it.</p>`}
<h2>Brokers</h2>${livePart('brokers', table(['Brokerage', 'Broker id', 'Added'], added, 'No broker was added yet.'))}
<h3>Add a broker</h3><p>Everybody who wants it gets <code>broker.added</code>.</p>${visit.form(add)}
<h3>Onboard a broker</h3><p>Quotes of this broker in approved_rate become ready to bind.${
        directory.onboarded.size === 0 ? undefined : html` Onboarded: ${[...directory.onboarded].join(', ')}.`
      }</p>${visit.form(onboard)}
<h2>Faults</h2><p>The next requests to an address below the base URL are answered with an internal error.</p>${visit.form(fault)}`,
    }
  },
}

const KINDS = {
  running: 'runs by itself',
  exact: 'runs by itself',
  virtual: 'stands still',
  real: "the machine's own",
} as const

const UNITS: Readonly<Record<string, number>> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
}

const advance: PortalOperation = {
  path: '/operator/clock',
  button: 'Move the clock',
  fields: [
    { name: 'amount', label: 'Move on by', kind: 'number', least: 1, most: 100_000, value: '1' },
    {
      name: 'unit',
      label: 'Unit',
      kind: 'choice',
      options: Object.keys(UNITS).map((unit) => [unit, unit] as const),
      value: 'minutes',
    },
  ],
  given,
  act: ({ amount, unit }, platform) =>
    advanceClock({ milliseconds: Number(amount) * (UNITS[String(unit)] ?? 0) }, platform),
  done: ({ now }) => ({ to: '/operator/controls', notice: `It is ${String(now)} now.` }),
  page: controlsPage,
}

const email = (name: string): Field => ({ name, label: 'E-mail of the broker', kind: 'email' })

const add: PortalOperation = {
  path: '/operator/brokers',
  button: 'Add the broker',
  fields: [{ name: 'name', label: 'Name of the brokerage', kind: 'text' }, email('email')],
  given,
  act: addBroker,
  done: () => ({ to: '/operator/controls', notice: 'The broker is added.' }),
  page: controlsPage,
}

const onboard: PortalOperation = {
  path: '/operator/brokers/onboard',
  button: 'Onboard the broker',
  fields: [email('broker_email')],
  given,
  act: onboardBroker,
  done: ({ broker_email }) => ({ to: '/operator/controls', notice: `${broker_email} is onboarded.` }),
  page: controlsPage,
}

const METHODS = [...new Set(routes.map(({ method }) => method))]

const fault: PortalOperation = {
  path: '/operator/faults',
  button: 'Let them fail',
  fields: [
    { name: 'method', label: 'Method', kind: 'choice', options: METHODS.map((one) => [one, one] as const) },
    {
      name: 'path',
      label: 'Path',
      kind: 'text',
      hint: 'Such as /submit, or /status/ and the id of a quote.',
    },
    { name: 'count', label: 'How many', kind: 'number', least: 1, most: 1000, value: '1' },
  ],
  given,
  act: ({ count, ...more }, platform) => planFaults({ ...more, count: Number(count) }, platform),
  done: (_answer, _visit, { method, path, count }) => ({
    to: '/operator/controls',
    notice: `The next ${count} requests ${method} ${path} fail.`,
  }),
  page: controlsPage,
}

export const controlPages: readonly Page[] = [controlsPage]
export const controlOperations: readonly PortalOperation[] = [advance, add, onboard, fault]
