// Names that are the same everywhere: in the window, in the system's menus, in messages.
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
