import { failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { show } from '../../vocabulary/judge/json.ts'
import type { NewClient } from '../../vocabulary/operator/office.ts'
import { showsDate, showsEnd, showsText, statusIn, type Thing } from '../../vocabulary/operator/shown.ts'
import { type Snapshot, whenShown } from '../../vocabulary/operator/step.ts'

/** Properties of a created client, without its secret. */
export interface ClientProperties {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly lastFour: string
}

export const propertiesOf = ({ id, name, description, secret }: NewClient): ClientProperties => ({
  id,
  name,
  description,
  lastFour: secret.slice(-4),
})

/** The status of a client. Its page may also show its account. */
export const CLIENT: Thing = {
  words: ['active', 'inactive'],
  others: /(?<!service[-_ ]?)account|partner|compan|organi[sz]ation/i,
}

/** Judges that a portal shows each property of a client, whatever its status is (2.6, R36). */
export function hasItsProperties(
  snapshot: Snapshot,
  { id = '', name = '', description = '', lastFour = '' }: Partial<ClientProperties>,
): Verdict {
  return whenShown(snapshot, (shown, exchange) => {
    const own = [id, name, description].filter((text) => text !== '')
    const properties: readonly (readonly [what: string, isShown: boolean])[] = [
      ['its name', showsText(shown, name)],
      ['its client id', showsText(shown, id)],
      ['its description', description === '' || showsText(shown, description)],
      ['its status', statusIn(shown, CLIENT) !== undefined],
      ['the last four characters of its secret', showsEnd(shown, lastFour, own)],
      ['the date of its creation', showsDate(shown, own)],
    ]
    const missing = properties.filter(([, isShown]) => !isShown).map(([what]) => what)
    return missing.length === 0 ? passed() : failed(finding(exchange, missing.join(', '), show(shown)))
  })
}
