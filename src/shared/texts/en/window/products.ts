// The screen "Products" and the forms about a product.
export const products = {};
