/** A placeholder in an operator action that is replaced by a value, such as `{quote_id}`. */
export const TEMPLATE = /\{([A-Za-z_]\w*)\}/g
