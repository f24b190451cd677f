// What is wrong with what was typed.
export const fields = {
  noControlCharactersInLine: 'Remove the tabs, line breaks or other control characters from this text',
  noControlCharacters: 'Remove the tabs or other control characters from this text (line breaks are fine)',

  product: {
    enterId: 'Enter the product id in digits, for example 118',
    enterButtonTitle: 'Enter the button title',
    enterTitle: 'Enter the product title',
    enterDescription: 'Enter the product description',
  },
};
