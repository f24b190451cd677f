// How a product's texts will look to buyers: the button in the product list, and the head of the checkout page.
import type { ProductFields } from '../../../shared/product.ts';
import styles from './ProductForm.module.css';

export function ProductPreview({ fields }: { readonly fields: ProductFields }) {
  const text = (typed: string, blank: string) =>
    typed.trim() === '' ? <span className={styles.blank}>{blank}</span> : typed.trim();
  return (
    <section className={styles.preview} aria-label="Preview">
      <span className={styles.caption}>In your product list</span>
      <div className={styles.sample}>
        <span className={styles.button}>{fields.buttonTitle.trim() || '…'}</span>
      </div>
      <span className={styles.caption}>On the checkout page</span>
      <div className={styles.sample}>
        <div className={styles.title}>{text(fields.productTitle, 'Title')}</div>
        <div className={styles.description}>{text(fields.productDescription, 'Description')}</div>
      </div>
    </section>
  );
}
