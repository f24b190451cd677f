// What things are called, wherever they are named: in the window, in the menus of the system, in messages.
export const names = {
  app: 'Storefront Desk',
  products: 'Products',
  paymentLinks: 'Payment links',
  sales: 'Sales',
  webhook: 'Webhook',
  sync: 'Sync',
  settings: 'Settings',
  workOffline: 'Work offline',
  importLinks: 'Import links from CSV',
};
