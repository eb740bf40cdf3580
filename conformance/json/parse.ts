/** No message of this interface nests deeper. Deeper nesting could exhaust the stack of code that walks through the value. */
const DEEPEST = 200

/** Parses a JSON text; undefined when it is invalid or nested too deeply. Never throws. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined || isDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isDeep(text: string): boolean {
  // A shorter text cannot nest that deep.
  if (text.length < DEEPEST) return false
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) quoted = false
    } else if (code === 0x22) quoted = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > DEEPEST) return true
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return false
}
